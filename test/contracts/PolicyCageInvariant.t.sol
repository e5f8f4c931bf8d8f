// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {CageFixture} from "./CageFixture.sol";
import {IPolicyCage} from "../../tools/contracts/IPolicyCage.sol";
import {MockToken} from "./mocks/Mocks.sol";

/// @notice Laws that hold after every action, whatever came before: 64 runs of 64 calls each, so 4 096 calls a law.
/// forge-config: default.invariant.runs = 64
/// forge-config: default.invariant.depth = 64
contract PolicyCageInvariantTest is CageFixture {
    /// @notice Highest mark seen so far.
    uint256 public mark;
    /// @notice Broken laws, by name; empty while all hold.
    string public broken;
    uint256 public executed;

    uint256[] private _when;
    uint256[] private _spent;

    function setUp() public override {
        super.setUp();
        bytes4[] memory selectors = new bytes4[](10);
        selectors[0] = this.doBuy.selector;
        selectors[1] = this.doSell.selector;
        selectors[2] = this.doPrice.selector;
        selectors[3] = this.doDeposit.selector;
        selectors[4] = this.doWithdraw.selector;
        selectors[5] = this.doDonate.selector;
        selectors[6] = this.doWait.selector;
        selectors[7] = this.doFlash.selector;
        selectors[8] = this.doPause.selector;
        selectors[9] = this.doHurry.selector;
        targetContract(address(this));
        targetSelector(FuzzSelector({addr: address(this), selectors: selectors}));
    }

    modifier keepsTheMark() {
        _;
        if (cage.highWaterMark() < mark) broken = "high-water mark";
        mark = cage.highWaterMark();
    }

    function doBuy(uint256 amount, uint256 rateBps, bool btc, uint256 wait) external keepsTheMark {
        // Mostly late enough for another risk: how early is too early is for doHurry.
        _pass(bound(wait, 0, 4 * INTERVAL));
        amount = bound(amount, 1e6, 40_000e6);
        rateBps = bound(rateBps, 9_800, 10_200);
        MockToken token = btc ? wbtc : MockToken(weth);
        uint256 price = uint256((btc ? wbtcFeed : wethFeed).latestAnswer());
        uint256 out = amount * (btc ? 1e10 : 1e20) / price * rateBps / 10_000;
        uint256 before = cage.positionValueUsdc(address(token));
        if (_try(_swap(usdc, amount, token, out))) {
            uint256 value = cage.positionValueUsdc(address(token));
            if (value > before && value > (btc ? 30_000e6 : WETH_CAP)) broken = "cap";
            if (cage.drawdownBps() > MAX_DRAWDOWN_BPS) broken = "drawdown";
            _when.push(block.timestamp);
            _spent.push(amount);
        }
    }

    function doSell(uint256 amount, uint256 rateBps) external keepsTheMark {
        uint256 balance = weth.balanceOf(address(cage));
        if (balance < 1e12) return;
        amount = bound(amount, 1e12, balance);
        uint256 price = uint256(wethFeed.latestAnswer());
        rateBps = bound(rateBps, 9_500, 10_200);
        bool ok = _try(_swap(weth, amount, usdc, amount * price / 1e20 * rateBps / 10_000));
        if (rateBps >= 9_901 && !ok) broken = "honest exit refused";
        if (rateBps < 9_890 && amount * price / 1e20 > 100e6 && ok) broken = "lossy exit accepted";
    }

    function doPrice(uint256 bps, bool btc) external keepsTheMark {
        bps = bound(bps, 8_500, 11_500);
        int256 now_ = (btc ? wbtcFeed : wethFeed).latestAnswer();
        (btc ? wbtcFeed : wethFeed).setAnswer(now_ * int256(bps) / 10_000 + 1, block.timestamp);
    }

    function doDeposit(uint256 amount) external keepsTheMark {
        uint256 bps = cage.drawdownBps();
        amount = bound(amount, 1e6, 50_000e6);
        usdc.mint(owner, amount);
        vm.prank(owner);
        cage.deposit(address(usdc), amount);
        _still(bps, "deposit");
    }

    function doWithdraw(uint256 amount) external keepsTheMark {
        uint256 bps = cage.drawdownBps();
        uint256 balance = usdc.balanceOf(address(cage));
        if (balance < 2e6) return;
        vm.prank(owner);
        cage.withdraw(address(usdc), bound(amount, 1, balance / 2));
        _still(bps, "withdrawal");
    }

    function doDonate(uint256 amount, bool native) external keepsTheMark {
        uint256 bps = cage.drawdownBps();
        amount = bound(amount, 1, 1_000e18);
        if (native) vm.deal(address(cage), address(cage).balance + amount);
        else usdc.mint(address(cage), amount / 1e10);
        _still(bps, "donation");
    }

    /// @dev A flash loan in the eyes of the cage: money that comes and goes between two actions.
    function doFlash(uint256 amount) external keepsTheMark {
        uint256 bps = cage.drawdownBps();
        uint256 value = cage.netAssetValueUsdc();
        amount = bound(amount, 1, 1e30);
        weth.mint(address(cage), amount);
        _still(bps, "flash loan in");
        if (cage.netAssetValueUsdc() != value) broken = "flash loan counted";
        weth.burn(address(cage), amount);
        _still(bps, "flash loan out");
    }

    function doPause(uint256 seed) external keepsTheMark {
        vm.prank(guardian);
        cage.pause();
        if (_try(_swap(usdc, 1e6, wbtc, 1e18))) broken = "risk while paused";
        _pass(bound(seed, 0, 1 hours));
        _loosen(abi.encodeCall(cage.unpause, ()));
    }

    /// @dev A second risk in the same second.
    function doHurry(uint256 amount) external keepsTheMark {
        uint256 last = cage.lastRebalanceAt();
        amount = bound(amount, 1e6, 1_000e6);
        bool ok = _try(_swap(usdc, amount, wbtc, amount * 1e10 / uint256(wbtcFeed.latestAnswer())));
        if (ok && last != 0 && block.timestamp < last + INTERVAL) broken = "interval";
        if (ok) {
            _when.push(block.timestamp);
            _spent.push(amount);
        }
    }

    function doWait(uint256 seconds_) external keepsTheMark {
        _pass(bound(seconds_, 1, 8 hours));
    }

    /// @notice I30: caps, drawdown and the high-water mark hold after every action; I33: money in and out moves no drawdown;
    /// I34: honest exits succeed.
    function invariant_I30_I33_I34_laws() public view {
        assertEq(broken, "");
    }

    /// @notice I1: the spend of the last 24 hours is at most the cap.
    function invariant_I1_windowHolds() public view {
        assertLe(cage.windowSpentUsdc(), WINDOW_CAP);
        uint256 total;
        for (uint256 i; i < _when.length; ++i) {
            if (_when[i] + 1 days > block.timestamp) total += _spent[i];
        }
        assertLe(total, WINDOW_CAP);
    }

    /// @notice What is counted is really there.
    function invariant_I33_countedIsHeld() public view {
        assertLe(cage.netAssetValueUsdc(), _actualUsdc() + 3);
    }

    function _actualUsdc() private view returns (uint256) {
        uint256 eth = weth.balanceOf(address(cage)) + address(cage).balance;
        return usdc.balanceOf(address(cage)) + eth * uint256(wethFeed.latestAnswer()) / 1e20
            + wbtc.balanceOf(address(cage)) * uint256(wbtcFeed.latestAnswer()) / 1e10;
    }

    function _try(IPolicyCage.Call[] memory calls) private returns (bool) {
        bytes32 permitId = _permit();
        vm.prank(operator);
        try cage.execute(calls, block.timestamp, permitId) {
            executed++;
            return true;
        } catch {
            return false;
        }
    }

    function _still(uint256 bps, string memory law) private {
        uint256 now_ = cage.drawdownBps();
        if (now_ > bps || now_ + 1 < bps) broken = law;
    }
}
