// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {MockToken} from "../../../test/contracts/mocks/Mocks.sol";
import {MockPositionManager} from "./MockPositionManager.sol";

/// @notice Deposits and rewards with the function names of Uniswap's UniswapV3Staker; every stake earns what the test says.
contract MockStaker {
    struct IncentiveKey {
        address rewardToken;
        address pool;
        uint256 startTime;
        uint256 endTime;
        address refundee;
    }

    struct Deposit {
        address owner;
        uint48 numberOfStakes;
        int24 tickLower;
        int24 tickUpper;
    }

    MockPositionManager private immutable MANAGER;
    uint256 public earned;
    mapping(uint256 id => Deposit) public deposits;
    mapping(address token => mapping(address owner => uint256)) public rewards;

    constructor(MockPositionManager manager) {
        MANAGER = manager;
    }

    function setEarned(uint256 amount) external {
        earned = amount;
    }

    function onERC721Received(address, address from, uint256 id, bytes calldata data)
        external
        returns (bytes4)
    {
        deposits[id] = Deposit(from, data.length == 0 ? 0 : 1, 0, 0);
        return this.onERC721Received.selector;
    }

    function stakeToken(IncentiveKey calldata, uint256 id) external {
        require(deposits[id].owner == msg.sender, "owner");
        ++deposits[id].numberOfStakes;
    }

    function unstakeToken(IncentiveKey calldata key, uint256 id) external {
        --deposits[id].numberOfStakes;
        rewards[key.rewardToken][deposits[id].owner] += earned;
    }

    function withdrawToken(uint256 id, address to, bytes calldata data) external {
        require(deposits[id].owner == msg.sender && deposits[id].numberOfStakes == 0, "owner");
        delete deposits[id];
        MANAGER.safeTransferFrom(address(this), to, id, data);
    }

    function transferDeposit(uint256 id, address to) external {
        require(deposits[id].owner == msg.sender, "owner");
        deposits[id].owner = to;
    }

    function claimReward(address token, address to, uint256 amount) external returns (uint256) {
        rewards[token][msg.sender] -= amount;
        MockToken(token).mint(to, amount);
        return amount;
    }
}
