// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../../../tools/contracts/IPolicyCage.sol";
import {ICageErrors} from "../../../tools/contracts/interfaces/ICageErrors.sol";
import {MockPositionManager} from "./MockPositionManager.sol";
import {MockStaker} from "./MockStaker.sol";
import {UniswapV3Fixture} from "./UniswapV3Fixture.sol";

/// @notice Positions that leave the cage for the staker: counted there as before, back in a pause, never another's.
contract UniswapV3StakingTest is UniswapV3Fixture {
    uint256 private _id;

    function _config() internal view override returns (IPolicyCage.CageConfig memory c) {
        c = super._config();
        // Wrapping is no part of this.
        c.targets[1].target = address(staker);
        c.targets[1].selectors = new bytes4[](5);
        c.targets[1].selectors[0] = MockStaker.stakeToken.selector;
        c.targets[1].selectors[1] = MockStaker.unstakeToken.selector;
        c.targets[1].selectors[2] = MockStaker.withdrawToken.selector;
        c.targets[1].selectors[3] = MockStaker.claimReward.selector;
        c.targets[1].selectors[4] = MockStaker.transferDeposit.selector;
        (c.targets[1].checker, c.targets[1].reader) = (_code(address(stakerChecker)), _code(address(reader)));
        bytes4[] memory handing = new bytes4[](c.targets[2].selectors.length + 1);
        for (uint256 i; i + 1 < handing.length; ++i) {
            handing[i] = c.targets[2].selectors[i];
        }
        handing[handing.length - 1] = MockPositionManager.safeTransferFrom.selector;
        c.targets[2].selectors = handing;
    }

    function setUp() public override {
        super.setUp();
        _mintPosition();
        _id = uint256(_firstKey());
    }

    function test_I64_stakedCountsAsBefore() public {
        uint256 nav = cage.netAssetValueUsdc();
        uint256 exposure = cage.positionValueUsdc(address(weth));
        uint256 spent = cage.windowSpentUsdc();
        _run(_deposit(address(staker)));
        assertEq(manager.ownerOf(_id), address(staker));
        assertEq(cage.netAssetValueUsdc(), nav);
        assertEq(cage.positionValueUsdc(address(weth)), exposure);
        assertEq(cage.windowSpentUsdc(), spent);
        assertEq(_count(), 1);
    }

    function test_I34_comesBackInAPause() public {
        _run(_deposit(address(staker)));
        uint256 nav = cage.netAssetValueUsdc();
        vm.prank(guardian);
        cage.pause();
        _run(_leave(address(cage)));
        assertEq(manager.ownerOf(_id), address(cage));
        assertEq(cage.netAssetValueUsdc(), nav);
        _run(_calls(address(manager), 0, _decrease(_id, LIQUIDITY)));
        _run(_calls(address(manager), 0, _collect(_id, address(cage), 0, 0)));
        assertEq(_count(), 0);
    }

    function test_I34_nothingIsStakedInAPause() public {
        vm.prank(guardian);
        cage.pause();
        _runReverts(_deposit(address(staker)), abi.encodeWithSelector(ICageErrors.CagePaused.selector));
    }

    function test_I33_rewardsCountOnceTheyArePaid() public {
        _run(_deposit(address(staker)));
        uint256 nav = cage.netAssetValueUsdc();
        staker.setEarned(50e6);
        _run(_leave(address(cage)));
        assertEq(cage.netAssetValueUsdc(), nav);
        _run(_calls(address(staker), 0, _claim(address(cage))));
        assertEq(cage.netAssetValueUsdc(), nav + 50e6);
    }

    function test_I31_nothingReachesAThief() public {
        bytes4 handing = MockPositionManager.safeTransferFrom.selector;
        _runReverts(
            _deposit(thief),
            abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, address(manager), handing)
        );
        _run(_deposit(address(staker)));
        bytes memory toThief = abi.encodeWithSelector(ICageErrors.RecipientNotAllowed.selector, thief);
        _runReverts(_leave(thief), toThief);
        _runReverts(_calls(address(staker), 0, _claim(thief)), toThief);
        _runReverts(
            _calls(address(staker), 0, abi.encodeCall(staker.transferDeposit, (_id, thief))),
            abi.encodeWithSelector(
                ICageErrors.TargetNotAllowed.selector, address(staker), MockStaker.transferDeposit.selector
            )
        );
    }

    /// @notice Deposited for another account, it would be that account's to take back.
    function test_I31_depositedFromTheAccountAlone() public view {
        bytes memory data = abi.encodeCall(manager.safeTransferFrom, (thief, address(staker), _id, _key()));
        // What a checker answers is too deep for a compiler without the IR.
        (bool ok, bytes memory answer) =
            address(checker).staticcall(abi.encodeCall(checker.check, (address(cage), 0, data)));
        assertFalse(ok);
        bytes4 handing = MockPositionManager.safeTransferFrom.selector;
        assertEq(
            answer, abi.encodeWithSelector(ICageErrors.TargetNotAllowed.selector, address(manager), handing)
        );
    }

    function test_I65_depositsOfOthersAreTheirs() public {
        vm.prank(address(cage));
        manager.safeTransferFrom(address(cage), address(staker), _id, _key());
        vm.prank(address(cage));
        staker.transferDeposit(_id, thief);
        uint256 walletUsdc = usdc.balanceOf(address(cage)) + weth.balanceOf(address(cage)) * 2_000 / 1e12;
        assertApproxEqAbs(cage.netAssetValueUsdc(), walletUsdc, 1);
    }

    function test_I71_stakedAgainWhereItLies() public {
        _run(_deposit(address(staker)));
        uint256 nav = cage.netAssetValueUsdc();
        _run(_calls(address(staker), 0, abi.encodeCall(staker.stakeToken, (_incentive(), _id))));
        assertEq(cage.netAssetValueUsdc(), nav);
        (, uint48 stakes,,) = staker.deposits(_id);
        assertEq(stakes, 2);
    }

    function _incentive() private view returns (MockStaker.IncentiveKey memory key) {
        key.rewardToken = address(usdc);
    }

    function _key() private view returns (bytes memory) {
        return abi.encode(_incentive());
    }

    function _deposit(address to) private view returns (IPolicyCage.Call[] memory) {
        return _calls(
            address(manager), 0, abi.encodeCall(manager.safeTransferFrom, (address(cage), to, _id, _key()))
        );
    }

    function _claim(address to) private view returns (bytes memory) {
        return abi.encodeCall(staker.claimReward, (address(usdc), to, 50e6));
    }

    function _leave(address to) private view returns (IPolicyCage.Call[] memory calls) {
        calls = new IPolicyCage.Call[](2);
        calls[0] = _call(address(staker), abi.encodeCall(staker.unstakeToken, (_incentive(), _id)));
        calls[1] = _call(address(staker), abi.encodeCall(staker.withdrawToken, (_id, to, "")));
    }
}
